export type SnoozeTime = { label: string; until: Date };

const EVENING = 18;
const MORNING = 9;
const MONDAY = 1;

function at(day: Date, daysLater: number, hour: number): Date {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + daysLater, hour);
}

/** When a request may come back, by the clock on the wall where the person is. Evenings that have begun are left out. */
export function snoozeTimes(now: Date): SnoozeTime[] {
  const evening = at(now, 0, EVENING);
  const untilMonday = (MONDAY - now.getDay() + 7) % 7 || 7;
  const times: SnoozeTime[] = [{ label: "In 1 hour", until: new Date(now.getTime() + 3_600_000) }];
  if (evening.getTime() - now.getTime() > 3_600_000) times.push({ label: "This evening", until: evening });
  times.push({ label: "Tomorrow", until: at(now, 1, MORNING) });
  if (untilMonday > 1) times.push({ label: "Next week", until: at(now, untilMonday, MORNING) });
  return times;
}

/** "18:00" today, "Tue 09:00" within a week, "Tue 9 Dec 09:00" later. */
export function snoozeWords(until: Date, now: Date): string {
  const time = until.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  if (until.toDateString() === now.toDateString()) return time;
  const isSoon = until.getTime() - now.getTime() < 6 * 86_400_000;
  const day = until.toLocaleDateString("en-GB", isSoon ? { weekday: "short" } : { weekday: "short", day: "numeric", month: "short" });
  return `${day} ${time}`;
}

/** What a field for date and time begins with: local, without seconds. */
export function toFieldValue(date: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}`;
}
