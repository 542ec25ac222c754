import type { MediaFile } from "@uola/contract";

type MediaGridProps = {
  files: readonly MediaFile[];
  /** Whether a file is selected; set only if several can be chosen. */
  isPicked?: (file: MediaFile) => boolean;
  onPick: (file: MediaFile) => void;
};

/** The files of the library, each as a button. */
export function MediaGrid({ files, isPicked, onPick }: MediaGridProps) {
  return (
    <ul className="media-grid">
      {files.map((file) => (
        <li key={file.id}>
          <button type="button" aria-pressed={isPicked?.(file)} onClick={() => onPick(file)}>
            {file.thumbnailUrl ? (
              <img src={file.thumbnailUrl} alt={file.alt} loading="lazy" width={160} height={120} />
            ) : (
              <span className="no-thumb" aria-hidden="true">
                {file.name.split(".").at(-1)}
              </span>
            )}
            <span>{file.name}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
