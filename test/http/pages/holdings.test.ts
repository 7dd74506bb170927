import { describe, expect, it } from 'vitest'
import { readHoldings } from '../../../src/http/pages/holdings.ts'
import { openService } from '../../../src/store/service.ts'
import { splitWords } from '../../../src/views/page-texts.ts'
import { baked, STARTER } from '../../api.ts'

describe('the recipients of a name', async () => {
  const { folder } = await baked(STARTER)
  const holdings = await readHoldings(openService(folder), Date.parse('2026-11-21T18:00:00Z'))
  const named = (query: string) => holdings.recipientsNamed(splitWords(query)).map(({ name }) => name)

  it('come before those whose name has more words', () => {
    const names = named('community memorial hospital')
    const exact = names.filter((name) => name.toLowerCase() === 'community memorial hospital')
    expect(exact.length).toBeGreaterThan(1)
    expect(names.length).toBeGreaterThan(exact.length)
    expect(names.slice(0, exact.length)).toEqual(exact)
  })
})
