import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { settle, stage, takeOver } from '../../src/records/staging.ts'
import { scratch } from '../api.ts'
import { readContents } from '../nightly/folders.ts'

let data: string
const write = (folder: string, file: string, text: string) => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  writeFileSync(path.join(folder, file), text)
}

beforeEach(() => {
  data = scratch()
  write(data, 'records/notices.ndjson', 'old')
  write(data, 'records/awards.ndjson', 'same')
  write(data, 'history/quarantine/pages.json', 'held')
})

describe('putting a copy in place', () => {
  it('adds changed and new files and removes those that the run removed', () => {
    const copy = stage(data)
    write(copy, 'records/notices.ndjson', 'new')
    write(copy, 'history/given.ndjson', 'more')
    renameSync(path.join(copy, 'history/quarantine/pages.json'), path.join(copy, 'elsewhere'))
    takeOver(data)
    expect(readContents(data)).toEqual({
      'records/notices.ndjson': 'new',
      'records/awards.ndjson': 'same',
      'history/given.ndjson': 'more',
    })
  })

  it('is refused if a person edited a file that the run changed, and keeps what the person wrote', () => {
    const copy = stage(data)
    write(copy, 'records/notices.ndjson', 'new')
    write(data, 'records/notices.ndjson', 'by hand')
    expect(() => takeOver(data)).toThrow('records/notices.ndjson was edited in the meantime')
    expect(readFileSync(path.join(data, 'records/notices.ndjson'), 'utf8')).toBe('by hand')
  })

  it('keeps what a person wrote to a file that the run did not change', () => {
    const copy = stage(data)
    write(copy, 'records/notices.ndjson', 'new')
    write(data, 'records/awards.ndjson', 'by hand')
    takeOver(data)
    expect(readContents(data)).toMatchObject({ 'records/notices.ndjson': 'new', 'records/awards.ndjson': 'by hand' })
  })

  it('is completed by the next run if the process died in between', () => {
    const copy = stage(data)
    write(copy, 'records/notices.ndjson', 'new')
    write(copy, 'removed.json', '["history/quarantine/pages.json"]')
    renameSync(copy, path.join(data, '.settled'))
    settle(data)
    settle(data)
    expect(readContents(data)).toEqual({ 'records/notices.ndjson': 'new', 'records/awards.ndjson': 'same' })
  })
})
