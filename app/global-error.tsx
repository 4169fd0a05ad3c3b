"use client";

import "./globals.css";

/** Stands in for the whole document when the layout itself failed. */
export default function GlobalError({ reset }: { error: Error; reset: () => void }) {
  return (
    <html lang="en">
      <body className="grid min-h-screen place-items-center p-6">
        <main className="max-w-96 text-center">
          <h1 className="text-lg font-semibold">Retrograph could not start this page</h1>
          <p className="mt-1 text-muted">Nothing that was saved is lost. Is the server still running?</p>
          <button type="button" onClick={reset} className="mt-4 h-7 rounded-md border border-text bg-text px-2.5 font-medium text-bg">
            Try again
          </button>
        </main>
      </body>
    </html>
  );
}
