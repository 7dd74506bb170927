import { describe, expect, it } from 'vitest'
import { findPassages } from '../../../src/rules/text/plan-passages.ts'

const LINK = {
  number: 1,
  title: 'Rural Link',
  sentences: ['Connects residents with buses and community rides.', 'Fewer appointments are to be missed.'],
}
const CARE = {
  title: 'Stronger care',
  sentences: [
    'A payment model for assisted living facilities.',
    'Grants modernize assisted living.',
    'Doulas visit homes.',
  ],
}
const find = (subject: string, { isOfOne = true, parts = [LINK, CARE] } = {}) =>
  findPassages(parts, subject.split(' '), () => true, isOfOne).all.map(({ text }) => text)

describe('the passages of a plan about a subject', () => {
  it('have all of its words, or those that tell much', () => {
    expect(find('assisted living facilities')).toEqual(CARE.sentences.slice(0, 2))
    expect(find('assisted living facilities', { isOfOne: false })).toEqual(CARE.sentences.slice(0, 2))
    expect(find('living facilities', { isOfOne: false })).toEqual(CARE.sentences.slice(0, 1))
  })

  it('have the words of a negation as they are', () => {
    const parts = [{ title: '', sentences: ['Care for people at home.', 'Care for people with no home.'] }]
    expect(find('no home', { parts, isOfOne: false })).toEqual(parts[0]?.sentences.slice(1))
  })

  it('are those of the initiative that has a term of the subject as its title', () => {
    const parts = [LINK, { number: 2, title: 'Enable value-based care', sentences: ['Providers join networks.'] }]
    expect(find('hospitals into value based care', { parts })).toEqual(['Providers join networks.'])
  })

  it('may be kinds or parts of it, but not the reverse', () => {
    expect(find('maternal health')).toEqual(['Doulas visit homes.'])
    expect(find('maternal health', { parts: [{ title: '', sentences: ['Care for mothers.'] }] })).toHaveLength(1)
    expect(find('doulas', { parts: [{ title: '', sentences: ['Care for mothers.'] }] })).toEqual([])
  })

  it('come from an initiative that has the words in several sentences, but not across states', () => {
    expect(find('getting people rides to appointments')).toHaveLength(1)
    expect(find('getting people rides to appointments', { isOfOne: false })).toEqual([])
    expect(find('drone rides to appointments')).toEqual([])
  })
})
