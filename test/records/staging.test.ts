import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { settle, stage, takeOver } from '../../src/records/staging.ts'
import { scratch } from '../api.ts'
import { contentsOf } from '../night/folders.ts'

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

describe('taking a copy over', () => {
  it('brings in changed and new files and removes those that the night removed', () => {
    const copy = stage(data)
    write(copy, 'records/notices.ndjson', 'new')
    write(copy, 'history/given.ndjson', 'more')
    renameSync(path.join(copy, 'history/quarantine/pages.json'), path.join(copy, 'elsewhere'))
    takeOver(data)
    expect(contentsOf(data)).toEqual({
      'records/notices.ndjson': 'new',
      'records/awards.ndjson': 'same',
      'history/given.ndjson': 'more',
    })
  })

  it('refuses when a person has edited a file that the night has changed, and keeps what the person wrote', () => {
    const copy = stage(data)
    write(copy, 'records/notices.ndjson', 'new')
    write(data, 'records/notices.ndjson', 'by hand')
    expect(() => takeOver(data)).toThrow('records/notices.ndjson was edited in the meantime')
    expect(readFileSync(path.join(data, 'records/notices.ndjson'), 'utf8')).toBe('by hand')
  })

  it('keeps what a person wrote into a file that the night has not changed', () => {
    const copy = stage(data)
    write(copy, 'records/notices.ndjson', 'new')
    write(data, 'records/awards.ndjson', 'by hand')
    takeOver(data)
    expect(contentsOf(data)).toMatchObject({ 'records/notices.ndjson': 'new', 'records/awards.ndjson': 'by hand' })
  })

  it('is finished by the next night when the process died in between', () => {
    const copy = stage(data)
    write(copy, 'records/notices.ndjson', 'new')
    write(copy, 'removed.json', '["history/quarantine/pages.json"]')
    renameSync(copy, path.join(data, '.settled'))
    settle(data)
    settle(data)
    expect(contentsOf(data)).toEqual({ 'records/notices.ndjson': 'new', 'records/awards.ndjson': 'same' })
  })
})
