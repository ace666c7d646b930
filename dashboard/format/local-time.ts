// Times as a field for date and time has them: in the person's zone and without its name. The API takes ISO 8601.
import { dayAndTime } from './time.ts';

/** @returns the text of the field; empty for what is not a time, such as `2 hours ago` */
export function toLocalInput(iso: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return '';
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** @returns ISO 8601; empty for an empty or unfinished field */
export function fromLocalInput(text: string): string {
  const at = new Date(text);
  return text === '' || Number.isNaN(at.getTime()) ? '' : at.toISOString();
}

/** "12 Mar, 14:05"; a phrase such as `2 hours ago` stays what it is. */
export function shortMoment(text: string): string {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) return text;
  return dayAndTime(at);
}
