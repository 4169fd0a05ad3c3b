import { useEffect } from "react";

/** How many wait, in the title of the tab. */
export function useInboxTitle(waiting: number): void {
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ""}Inbox · Retrograph`;
  }, [waiting]);
}
