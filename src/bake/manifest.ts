import { z } from 'zod'
import { timestamp } from '../schema/fields.ts'

/** A check of the gate that a person has overridden. */
export const Allowed = z.strictObject({ check: z.string(), reason: z.string() })
export type Allowed = z.infer<typeof Allowed>

/** The name of the database of a bake, by the first 16 digits of its SHA-256. */
export const DATABASE_FILE = /^service-[0-9a-f]{16}\.sqlite$/

/**
 * What one bake says of itself, in `manifest.json`. It names its database file, and it is written last:
 * a reader that goes through it sees the old bake or the new one, never a mixture.
 */
export const Manifest = z.strictObject({
  datasetVersion: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .describe('The version of the publication that it holds.'),
  database: z.string().regex(DATABASE_FILE).describe('File name beside the manifest.'),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  builtAt: timestamp,
  counts: z.record(z.string(), z.int().min(0)).describe('Published rows by resource.'),
  texts: z.int().min(0).describe('Documents whose full text is indexed.'),
  allowed: z.array(Allowed).describe('Checks that a person has overridden for this bake, and why.'),
})
export type Manifest = z.infer<typeof Manifest>

export const MANIFEST_FILE = 'manifest.json'
