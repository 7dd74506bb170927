import { readFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'

const SIZE = 32
const HEAD_BYTES = 22

/** The icon for clients that request `/favicon.ico`: one PNG in an ICO container. */
export async function GET(): Promise<Response> {
  const svg = readFileSync(path.join('public', 'icon.svg'))
  const image = await sharp(svg, { density: 300 }).resize(SIZE, SIZE).png().toBuffer()
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(SIZE, 6)
  head.writeUInt8(SIZE, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(image.length, 14)
  head.writeUInt32LE(HEAD_BYTES, 18)
  return new Response(new Uint8Array(Buffer.concat([head, image])))
}
