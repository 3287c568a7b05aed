import ipaddr from 'ipaddr.js';

export { ipaddr };
