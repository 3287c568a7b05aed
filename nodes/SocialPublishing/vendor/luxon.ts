import { DateTime, IANAZone } from 'luxon';

export { DateTime, IANAZone };
