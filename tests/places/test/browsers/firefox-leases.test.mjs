import { leasesIn } from './leases.mjs';

leasesIn('firefox');
