/** The product's mark: a Q. */
export function Mark(props: { size?: number }) {
  const size = props.size ?? 24;
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" stroke="var(--brand)" aria-hidden="true">
      <circle cx="11.5" cy="11.5" r="8.5" strokeWidth="5" />
      <path d="m18.4 18.4 3 3" strokeWidth="4.6" strokeLinecap="round" />
    </svg>
  );
}
