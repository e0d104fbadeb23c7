/** The mark: a lance through a plate. */
export function BrandMark() {
  return (
    <svg viewBox="0 0 22 22" aria-hidden="true" focusable="false">
      <path className="lance" d="M2.25 19.75L9 13" />
      <ellipse className="plate" cx="9" cy="13" rx="3.1" ry="7.4" transform="rotate(-45 9 13)" />
      <path className="lance" d="M9 13L19.75 2.25" />
    </svg>
  );
}
