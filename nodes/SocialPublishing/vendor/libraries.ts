import ipaddr from 'ipaddr.js';
import { DateTime, IANAZone } from 'luxon';

export { DateTime, IANAZone };

export { ipaddr };

export { parse as parseContentDisposition } from 'content-disposition';
