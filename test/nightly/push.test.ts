import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { commit, push } from '../../src/nightly/deploy.ts'
import type { Report } from '../../src/nightly/report.ts'
import { scratch } from '../api.ts'
import { commandHere } from '../command.ts'
import { expectAgreement } from './agreement.ts'
import { anotherNotice, publishedFolder, readLines, rewrite } from './folders.ts'

const gitIn =
  (folder: string) =>
  (...words: string[]): string =>
    execFileSync('git', ['-C', folder, ...words], { encoding: 'utf8', stdio: 'pipe' }).trim()

let data: string
let person: string
let origin: string
let report: Report

/** A machine and a person who work on clones of one repository, created once: the folder that contains all three. */
let made: string
beforeAll(async () => {
  const first = await publishedFolder()
  report = first.report
  made = scratch()
  const origin = path.join(made, 'origin.git')
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', origin])
  const clone = (name: string): string => {
    const folder = path.join(made, name)
    execFileSync('git', ['clone', '--quiet', origin, folder], { stdio: 'pipe' })
    const config = path.join(folder, '.git', 'config')
    const user = `[user]\nname = ${name}\nemail = ${name}@example.org\n`
    // Copies reach the repository beside them.
    writeFileSync(config, readFileSync(config, 'utf8').replace(origin, '../origin.git') + user)
    return folder
  }
  const machine = clone('machine')
  for (const part of ['records', 'history', 'baked'])
    renameSync(path.join(first.folders.data, part), path.join(machine, part))
  writeFileSync(path.join(machine, '.gitignore'), 'baked\n.night.*\n')
  const git = gitIn(machine)
  git('checkout', '--quiet', '-B', 'main')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'Found the dataset')
  git('push', '--quiet', '--set-upstream', 'origin', 'main')
  clone('person')
})

/** Each test has a copy of its own. */
beforeEach(() => {
  const copy = scratch()
  cpSync(made, copy, { recursive: true, preserveTimestamps: true })
  origin = path.join(copy, 'origin.git')
  data = path.join(copy, 'machine')
  person = path.join(copy, 'person')
})

const subjects = () => gitIn(origin)('log', '--format=%an: %s', 'main').split('\n')

function personPushes(kind: string, change: (rows: Record<string, unknown>[]) => Record<string, unknown>[]): void {
  rewrite(person, kind, change)
  gitIn(person)('commit', '--quiet', '--all', '--message', 'Correct a record')
  gitIn(person)('push', '--quiet')
}

const retitled =
  (title: string) =>
  ([first, ...others]: Record<string, unknown>[]) => [{ ...first, title }, ...others]

describe('the commit of a run', () => {
  it('is not made if only the report changed', () => {
    mkdirSync(path.join(data, 'history/reports'), { recursive: true })
    writeFileSync(path.join(data, 'history/reports/2026-11-21.json'), '{}')
    expect(commit(data, report)).toBe(false)
    expect(gitIn(data)('log', '--format=%s', '-1')).toBe('Found the dataset')
  })

  it('contains nothing that GitHub would act on, whatever the titles from the sources', () => {
    rewrite(data, 'notices', retitled('Another title'))
    const summary = 'New NOFO: [skip ci] @octocat Fixes #1 GH-2 https://github.com/a/b/issues/3 <b>`x`</b>'
    const [first] = report.changes
    expect(commit(data, { ...report, changes: first ? [{ ...first, summary }] : [] })).toBe(true)
    const message = gitIn(data)('log', '--format=%B', '-1')
    expect(message).toContain('New NOFO: (skip ci) (at) octocat Fixes no. 1')
    expect(message).not.toMatch(/@\w|#\d|GH-\d|\[|\]|https?:\/\/github|[<>`]/)
  })
})

describe('the push of a run', () => {
  it('goes upstream', () => {
    rewrite(data, 'notices', retitled('Another title'))
    commit(data, report)
    expect(push(data)).toBe('pushed')
    expect(subjects()).toHaveLength(2)
  })

  it('follows a person who pushed first, and keeps the work of both', () => {
    personPushes('documents', retitled('Corrected by a person'))
    rewrite(data, 'notices', retitled('Another title'))
    commit(data, report)
    expect(push(data)).toBe('rebased')
    expect(push(data)).toBe('pushed')
    expect(readLines(data, 'documents')[0]?.title).toBe('Corrected by a person')
    expect(subjects().slice(0, 2)).toEqual([expect.stringMatching(/^machine: Publish/), 'person: Correct a record'])
  })

  it('yields to a person who changed the same line', () => {
    personPushes('notices', retitled('Corrected by a person'))
    rewrite(data, 'notices', retitled('Another title'))
    commit(data, report)
    expect(push(data)).toBe('conflict')
    expect(readLines(data, 'notices')[0]?.title).toBe('Corrected by a person')
    expect(gitIn(data)('status', '--porcelain')).toBe('')
  })

  it('to an unreachable repository is an error', () => {
    rmSync(origin, { recursive: true })
    rewrite(data, 'notices', retitled('Another title'))
    commit(data, report)
    expect(() => push(data)).toThrow()
  })

  it('is retried by the command until records, ledger, feed and bake contain the work of both', async () => {
    personPushes('documents', retitled('Corrected by a person'))
    rewrite(data, 'notices', (rows) => [...rows, anotherNotice(data, 1)])
    const out = path.join(data, 'baked')
    const words = ['--data', data, '--out', out, '--no-ingest', '--push']
    const { code, stdout, stderr } = await commandHere('scripts/nightly.ts', words)
    expect(code, stdout + stderr).toBe(0)
    expect(stdout + stderr).toContain('Someone else pushed first')
    expect(readLines(data, 'documents')[0]?.title).toBe('Corrected by a person')
    expect(gitIn(data)('status', '--porcelain', '--', 'records', 'history')).toBe('')
    expect(gitIn(data)('rev-parse', 'HEAD')).toBe(gitIn(origin)('rev-parse', 'main'))
    await expectAgreement({ data, out })
  })
  it('tells the operator by mail when it fails', async () => {
    rmSync(origin, { recursive: true })
    rewrite(data, 'notices', (rows) => [...rows, anotherNotice(data, 1)])
    const words = ['--data', data, '--out', path.join(data, 'baked'), '--no-ingest', '--push']
    const { code, stderr } = await commandHere('scripts/nightly.ts', words, { OPERATOR_MAIL: 'operator@example.org' })
    expect(code).toBe(1)
    expect(stderr).toContain('night_attention')
    expect(stderr).toContain('could not be pushed')
  })
})
