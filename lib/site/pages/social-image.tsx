// Draws the social image of each page, and the icons. Next runs this code at build.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ImageResponse } from "next/og";
import { config } from "../../config.ts";
import { cacheControl } from "../../http/cache.ts";
import { markPaths } from "../documents/browser-files.ts";
import { findResource, type PagePath } from "../registry/resources.ts";

const size = { width: 1200, height: 630 };
const green = "#00573a";
/** Not the colour of a state ("open", "halted"): the state may change after a link is shared. */
const background = "#13201b";
const fontWeights = [600, 800] as const;

/** `next/og` needs one font file for each weight. Variable fonts fail. */
function readFonts() {
  return fontWeights.map((weight) => ({
    name: "Overpass",
    weight,
    data: readFileSync(
      join("node_modules/@fontsource/overpass/files", `overpass-latin-${weight}-normal.woff`),
    ),
  }));
}

export function createSocialImage(path: PagePath) {
  const { title, description } = findResource(path);
  const altText = `A road sign with the words: ${title}`;
  return {
    size: size,
    contentType: "image/png",
    alt: altText,
    draw: () => drawSocialImage(title, description),
  };
}

function drawSocialImage(title: string, description: string): ImageResponse {
  const { siteName, network } = config();
  return new ImageResponse(
    <div
      style={{
        display: "flex",
        width: "100%",
        height: "100%",
        padding: 18,
        background,
      }}
    >
      <div
        style={{
          display: "flex",
          flexDirection: "column",
          justifyContent: "space-between",
          width: "100%",
          padding: "52px 60px 46px",
          border: "8px solid #fff",
          borderRadius: 40,
          color: "#fff",
          fontFamily: "Overpass",
        }}
      >
        <div
          style={{
            display: "flex",
            alignItems: "center",
            fontSize: 44,
            fontWeight: 800,
            letterSpacing: -0.8,
          }}
        >
          {/* biome-ignore lint/performance/noImgElement: drawn into the image, not shown by a browser */}
          <img src={markImage()} width={72} height={72} alt="" style={{ marginRight: 20 }} />
          {siteName}
          {network === "sample" && (
            <span style={{ marginLeft: 28, color: "#f4b92f", fontWeight: 600 }}>sample data</span>
          )}
        </div>
        <div
          style={{
            display: "flex",
            fontSize: title.length > 40 ? 76 : 98,
            fontWeight: 800,
            lineHeight: 1.06,
            letterSpacing: -2.4,
          }}
        >
          {title}
        </div>
        <div
          style={{
            display: "flex",
            fontSize: 31,
            fontWeight: 600,
            lineHeight: 1.35,
            color: "#d5e9df",
          }}
        >
          {shorten(description)}
        </div>
      </div>
    </div>,
    { ...size, fonts: readFonts(), headers: { "Cache-Control": cacheControl.slow } },
  );
}

export const drawTouchIcon = () => drawIcon(180, 30);
/**
 * Directories of plugins ask for a square PNG of at least 512 pixels.
 * @public keeps this export: `bin/site-modules.ts` loads this file at run time, by its path.
 */
export const drawListingIcon = () => drawIcon(512, 85);

function drawIcon(sizePx: number, padding: number): ImageResponse {
  return new ImageResponse(
    <div
      style={{
        display: "flex",
        width: "100%",
        height: "100%",
        padding: padding,
        background: green,
      }}
    >
      {/* biome-ignore lint/performance/noImgElement: drawn into the image, not shown by a browser */}
      <img src={markImage()} width={sizePx - 2 * padding} height={sizePx - 2 * padding} alt="" />
    </div>,
    { width: sizePx, height: sizePx, headers: { "Cache-Control": cacheControl.slow } },
  );
}

const ICON_SIZE = 32;

export async function drawFavicon(): Promise<Response> {
  const png = Buffer.from(await drawIcon(ICON_SIZE, 2).arrayBuffer());
  const icoHeader = Buffer.alloc(22);
  // ICO header for one image: size, 1 plane, 32 bits a pixel, byte length and offset.
  icoHeader.set([0, 0, 1, 0, 1, 0, ICON_SIZE, ICON_SIZE, 0, 0, 1, 0, 32, 0]);
  icoHeader.writeUInt32LE(png.byteLength, 14);
  icoHeader.writeUInt32LE(icoHeader.byteLength, 18);
  const headers = { "Content-Type": "image/x-icon", "Cache-Control": cacheControl.slow };
  return new Response(Buffer.concat([icoHeader, png]), { headers });
}

function markImage(): string {
  const { post, near, far } = markPaths();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="288" height="288"><path fill="#fff" d="${post}${near}"/><path fill="#fff" fill-opacity=".72" d="${far}"/></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}

function shorten(text: string): string {
  const maxChars = 128;
  return text.length <= maxChars
    ? text
    : `${text.slice(0, text.lastIndexOf(" ", maxChars)).replace(/( (and|or|a|the|of|it|what))*[,;:]?$/, "")} …`;
}
