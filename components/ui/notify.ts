export type NotifyOptions = {
  description?: string;
  tone?: "plain" | "error";
  /** A button in the message, e.g. Undo. */
  action?: { label: string; run: () => void };
  /** How long it stays, in milliseconds. */
  ms?: number;
};

/** A short message at the bottom of the page. What draws it is loaded with the first one. */
export function notify(title: string, options: NotifyOptions = {}): void {
  const { description, tone = "plain", action, ms } = options;
  void import("sonner").then(({ toast }) => {
    const show = tone === "error" ? toast.error : toast;
    show(title, {
      ...(description === undefined ? {} : { description }),
      ...(action === undefined ? {} : { action: { label: action.label, onClick: action.run } }),
      duration: ms ?? (tone === "error" ? 8000 : 3000),
    });
  });
}
