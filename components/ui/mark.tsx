/** The product's mark: an arrow that turns back around a point. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 20 20" fill="none" stroke="currentColor" strokeWidth="1.7" strokeLinecap="round" aria-hidden className={className}>
      <path d="M4 10a6 6 0 1 1 2 4.5" />
      <path d="M4 15v-4h4" strokeLinejoin="round" />
      <circle cx="10" cy="10" r="1.3" fill="currentColor" stroke="none" />
    </svg>
  );
}
