import { useEffect } from "react";

/** How many wait, in the title of the tab. */
export function useInboxTitle(waiting: number): void {
  useEffect(() => {
    const title = `${waiting > 0 ? `(${waiting}) ` : ""}Inbox · Retrograph`;
    const put = () => {
      if (document.title !== title) document.title = title;
    };
    put();
    // The page's own title may come after it.
    const observer = new MutationObserver(put);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [waiting]);
}
