import { DateTime, IANAZone, type DateTimeOptions } from 'luxon';

export { DateTime, IANAZone, type DateTimeOptions };

export {
	default as createICalendar,
	ICalCalendarMethod,
	ICalEventTransparency,
} from 'ical-generator';
