/** Stands where lines of text will be; `label` ("Įkeliama…") is said, not shown. */
export function Skeleton({ lines = 3, label }: { lines?: number; label: string }) {
  return (
    <div className="skeleton" role="status">
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are alike
        <i key={index} style={{ width: `${[92, 64, 78, 48][index % 4]}%` }} />
      ))}
    </div>
  );
}
