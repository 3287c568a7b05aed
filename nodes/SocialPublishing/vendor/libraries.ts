import { DateTime, IANAZone, type DateTimeOptions } from 'luxon';

export { DateTime, IANAZone, type DateTimeOptions };

export { parse as parseContentDisposition } from 'content-disposition';

export {
	default as createICalendar,
	ICalCalendarMethod,
	ICalEventTransparency,
} from 'ical-generator';
