/** Reads the QR code in a camera picture; undefined if there is none. */
export type CodeReader = (screen: HTMLVideoElement) => Promise<string | undefined>;
type Pixels = { data: Uint8ClampedArray; width: number; height: number };
type ReadPixels = (pixels: Pixels) => string | undefined;

type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> };
type DetectorClass = {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
};

/**
 * Uses the browser's own reader if it supports QR codes, and otherwise a bundled one, loaded on
 * demand.
 */
export async function codeReader(): Promise<CodeReader> {
  const { BarcodeDetector: Own } = globalThis as { BarcodeDetector?: DetectorClass };
  const formats: readonly string[] = (await Own?.getSupportedFormats().catch(() => [])) ?? [];
  if (Own && formats.includes("qr_code")) {
    const detector = new Own({ formats: ["qr_code"] });
    return async (screen) => (await detector.detect(screen))[0]?.rawValue;
  }
  return ofPixels(await pixelReader(triedMs));
}

/**
 * Time limit per picture in milliseconds. After that, the next picture is more likely to succeed,
 * and the page stays responsive.
 */
const triedMs = 60;

/** Creates a reader of QR codes in pixel data. */
export async function pixelReader(timeLimit: number): Promise<ReadPixels> {
  const { decodeQR } = await import("qr/decode.js");
  return (pixels) => {
    try {
      return decodeQR(pixels, { timeLimit });
    } catch {
      // Most pictures contain no code, in which case the package throws an error.
      return undefined;
    }
  };
}

/**
 * Maximum side in pixels. A code held in front of a phone fills most of the picture, so fewer
 * pixels than the camera's are enough.
 */
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
