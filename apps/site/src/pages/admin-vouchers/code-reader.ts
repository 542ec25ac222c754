/** What a picture of the camera shows as a QR code; nothing where it shows none. */
export type CodeReader = (screen: HTMLVideoElement) => Promise<string | undefined>;
type Pixels = { data: Uint8ClampedArray; width: number; height: number };
type ReadPixels = (pixels: Pixels) => string | undefined;

type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> };
type DetectorClass = {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
};

/** The browser's own reader where it has one that knows QR codes; else ours, which is loaded only then. */
export async function codeReader(): Promise<CodeReader> {
  const { BarcodeDetector: Own } = globalThis as { BarcodeDetector?: DetectorClass };
  const formats: readonly string[] = (await Own?.getSupportedFormats().catch(() => [])) ?? [];
  if (Own && formats.includes("qr_code")) {
    const detector = new Own({ formats: ["qr_code"] });
    return async (screen) => (await detector.detect(screen))[0]?.rawValue;
  }
  return ofPixels(await pixelReader(triedMs));
}

/** For so long a picture is tried in other ways; then the next one is likelier, and the page answers meanwhile. */
const triedMs = 60;

/** Reads a QR code out of pixels. */
export async function pixelReader(timeLimit: number): Promise<ReadPixels> {
  const { decodeQR } = await import("qr/decode.js");
  return (pixels) => {
    try {
      return decodeQR(pixels, { timeLimit });
    } catch {
      // Most pictures show no code at all, which the package tells as an error.
      return undefined;
    }
  };
}

/** A code that a phone is held at is large in the picture, so that fewer pixels than a camera has are enough. */
const sideMost = 720;

function ofPixels(read: ReadPixels): CodeReader {
  const canvas = document.createElement("canvas");
  const drawing = canvas.getContext("2d", { willReadFrequently: true });
  return async (screen) => {
    const { videoWidth, videoHeight } = screen;
    const scale = Math.min(1, sideMost / Math.max(videoWidth, videoHeight));
    canvas.width = Math.round(videoWidth * scale);
    canvas.height = Math.round(videoHeight * scale);
    if (!drawing || canvas.width === 0 || canvas.height === 0) return undefined;
    drawing.drawImage(screen, 0, 0, canvas.width, canvas.height);
    return read(drawing.getImageData(0, 0, canvas.width, canvas.height));
  };
}
