import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readManifest } from '../../src/bake/folder/manifest.ts'
import { getPublicTextsFolder, getTextsFolder, openTexts, TEXT_MAX } from '../../src/records/texts.ts'
import { openService } from '../../src/store/service.ts'
import { baked, FIXTURE, STARTER, scratch } from '../api.ts'

/** A copy of the fixture with these full texts, by document id. */
function folderWith(texts: Record<string, string>): string {
  const folder = path.join(scratch(), 'data')
  cpSync(FIXTURE, folder, { recursive: true })
  mkdirSync(getTextsFolder(folder))
  for (const [id, text] of Object.entries(texts)) writeFileSync(path.join(getTextsFolder(folder), `${id}.txt`), text)
  return folder
}

const ids = (await baked()).publication.documents.filter(({ record }) => !record.text).map(({ record }) => record.id)
const [first = '', second = '', third = ''] = ids

describe('full texts stored with the records', async () => {
  const { folder } = await baked(
    folderWith({
      [first]: 'The xylophone of the county.\r\n\r\nIt plays on Mondays.',
      [second]: `${'A quiet line. '.repeat(5)}\n\n\u0001\ue000shi0 The marimba answers.`,
      [third]: `${'A page of many lines. '.repeat(450)}The glockenspiel comes late. ${'And goes on. '.repeat(200)}`,
      '00000000-0000-4000-8000-000000000000': 'Of no document.',
    }),
  )
  const { search } = openService(folder)
  const find = (query: string, filters = {}) =>
    search.page({ query, filters, page: 1, limit: 5 }).bodies.map((body) => JSON.parse(body))

  it('are found and quoted', () => {
    expect(find('xylophone')).toEqual([
      expect.objectContaining({
        id: first,
        matched: 'ALL',
        snippet: expect.objectContaining({ field: 'text', text: 'The xylophone of the county.' }),
      }),
    ])
    const [evidence] = search.evidence({ query: 'xylophone', filters: {}, page: 1, limit: 5 })
    expect(evidence?.passages.map(({ text }) => text)).toContain('The xylophone of the county.')
  })

  it('are quoted from far into the text, by whole words and prefixes', () => {
    for (const query of ['glockenspiel', 'glockensp*']) {
      expect(find(query)).toEqual([
        expect.objectContaining({
          id: third,
          snippet: expect.objectContaining({ field: 'text', text: 'The glockenspiel comes late.' }),
        }),
      ])
    }
  })

  it('are counted in the manifest if their document is known', async () => {
    const textCount = (await baked()).publication.documents.filter(({ record }) => record.text).length
    expect(readManifest(folder)?.texts).toBe(textCount + 3)
    expect(readManifest((await baked()).folder)?.texts).toBe(textCount)
  })

  it('cannot contain markers of the index', () => {
    expect(find('marimba')[0].snippet.text).toBe('shi0 The marimba answers.')
    expect(find('marimba', { state: ['HI'] })).toEqual([])
  })

  it('are read up to their limit, without unprintable characters', () => {
    const { findText } = openTexts(folderWith({ [first]: `${'x'.repeat(TEXT_MAX)}tail`, [second]: '\u0000 \u200b ' }))
    expect(findText(first)).toHaveLength(TEXT_MAX)
    expect(findText(second)).toBeNull()
    expect(findText('../../package')).toBeNull()
  })

  it('may be missing', () => {
    expect(openTexts(scratch()).ids.size).toBe(0)
    expect(openTexts(scratch()).findText(first)).toBeNull()
  })
})

describe('texts in the public domain', async () => {
  it('are read beside fetched ones, which replace them', () => {
    const folder = scratch()
    mkdirSync(getPublicTextsFolder(folder), { recursive: true })
    writeFileSync(path.join(getPublicTextsFolder(folder), 'a.txt'), 'public a')
    writeFileSync(path.join(getPublicTextsFolder(folder), 'b.txt'), 'public b')
    writeFileSync(path.join(getTextsFolder(folder), 'b.txt'), 'fetched b')
    const { ids, findText } = openTexts(folder)
    expect([...ids].sort()).toEqual(['a', 'b'])
    expect([findText('a'), findText('b'), findText('c')]).toEqual(['public a', 'fetched b', null])
  })

  const { folder, publication } = await baked(STARTER)
  const { search } = openService(folder)
  const find = (query: string) =>
    search.page({ query, filters: {}, page: 1, limit: 10 }).bodies.map((body) => JSON.parse(body))

  it('are there for the initiatives of each state and for the law, each of a document with its official address', () => {
    const documents = new Map(publication.documents.map(({ record }) => [record.id, record]))
    const { ids } = openTexts(STARTER)
    const owners = [...ids].map((id) => documents.get(id))
    expect(owners).not.toContain(undefined)
    expect(new Set(owners.map((document) => document?.state ?? 'none')).size).toBe(51)
    const hosts = owners.map((document) => new URL(document?.url ?? '').hostname)
    expect(new Set(hosts)).toEqual(new Set(['github.com', 'uscode.house.gov']))
  })

  it('tell which states plan tele-stroke', () => {
    const states = find('which states plan tele-stroke')
      .filter(({ matched, title }) => matched !== 'ANY' && / plan: initiatives/.test(title))
      .map(({ state }) => state)
    expect(new Set(states)).toEqual(new Set(['AL', 'FL', 'OK']))
  })

  it('quote the law', () => {
    const [first] = find('administrative expenses 10 percent of the amount allotted')
    expect(first).toMatchObject({
      title: expect.stringMatching(/^Statute/),
      snippet: { text: expect.stringMatching(/^\(B\) Not more than 10 percent of the amount allotted to a State/) },
    })
  })
})
