/** A short message at the bottom of the page. What draws it is loaded with the first one. */
export function notify(title: string, options: { description?: string; tone?: "plain" | "error" } = {}): void {
  const { description, tone = "plain" } = options;
  void import("sonner").then(({ toast }) => {
    const show = tone === "error" ? toast.error : toast;
    show(title, { ...(description === undefined ? {} : { description }), duration: tone === "error" ? 8000 : 3000 });
  });
}
