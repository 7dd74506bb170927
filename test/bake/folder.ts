import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { RecordKind } from '../../src/schema/records.ts'
import { FIXTURE, scratch } from '../api.ts'

/** A copy of the fixture that a test may modify. */
export function copyOfFixture(): string {
  const folder = path.join(scratch(), 'data')
  cpSync(FIXTURE, folder, { recursive: true })
  return folder
}

export const recordsFile = (folder: string, kind: RecordKind): string => path.join(folder, 'records', `${kind}.ndjson`)

export const readLines = (file: string): string[] => readFileSync(file, 'utf8').trimEnd().split('\n')

/** Replaces a line, counted from 1, with another text. */
export function replaceLine(file: string, line: number, change: (text: string) => string): void {
  const lines = readLines(file)
  lines[line - 1] = change(lines[line - 1] as string)
  writeFileSync(file, `${lines.join('\n')}\n`)
}

/** Changes fields of the record on a line. */
export const spoil = (file: string, line: number, fields: object): void =>
  replaceLine(file, line, (text) => JSON.stringify({ ...JSON.parse(text), ...fields }))
