import { leasesIn } from './leases.mjs';

leasesIn('chromium');
