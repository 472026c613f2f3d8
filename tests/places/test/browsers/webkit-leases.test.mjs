import { leasesIn } from './leases.mjs';

leasesIn('webkit');
