import { describe, expect, it } from 'vitest'
import { findDeadlines, mergeCandidates } from '../../../src/ingest/pages/candidates.ts'
import { readPage } from '../../../src/ingest/pages/text.ts'
import { NO_RECORDS, notice } from '../records.ts'

const PAGE = {
  url: 'https://health.example.gov/rural/grants',
  state: 'MN',
  label: 'Rural program funding',
  timezone: 'America/Chicago',
} as const
const NOW = new Date('2026-11-20T07:00:00Z')

const findIn = (html: string, page: Parameters<typeof findDeadlines>[1] = PAGE) =>
  findDeadlines(readPage(html, PAGE.url, '2026-11-20').blocks, page, NOW)
const duesIn = (html: string) => findIn(html).map(({ title, dates, evidence }) => [title, dates[0]?.date, evidence])

describe('findDeadlines', () => {
  it('takes the first cell of a row as the subject, and reads the hour where the page is', () => {
    const cells = (title: string, text: string) => `<tr><td>${title}</td><td>${text}</td></tr>`
    const submitted =
      'All applications must be submitted through the portal by 4:30 PM Central Time on Monday, March 1, 2027.'
    expect(
      duesIn(
        `<table>${cells('Grants available', 'Anticipated due date')}${cells('Clinic grant', `Open now. ${submitted}`)}${cells('Dental grant', 'Not open for applications at this time.')}</table>`,
      ),
    ).toEqual([['Clinic grant', '2027-03-01T16:30:00-06:00', submitted]])
  })

  it.each<[string, string, string | undefined]>([
    ['with a zone of its own', 'Applications are due January 8, 2027, 5 p.m. MT.', '2027-01-08T17:00:00-07:00'],
    ['at noon', 'Proposals due by noon on 1/8/2027.', '2027-01-08T12:00:00-06:00'],
    ['without an hour', 'The application period closes Jan. 8, 2027.', '2027-01-08'],
    ['beside its opening', 'Applications open December 1, 2026 and close January 8, 2027.', '2027-01-08'],
    ['named after it', 'January 8, 2027 is the application deadline.', '2027-01-08'],
    ['in the past', 'Applications were due November 2, 2026.', undefined],
    ['without a year', 'Applications are due January 8.', undefined],
    ['of questions', 'Questions are due December 4, 2026.', undefined],
    ['of a report', 'Quarterly reports are due December 31, 2026.', undefined],
    ['of the money', 'Funds must be obligated no later than September 30, 2027.', undefined],
    ['of an event', 'The webinar is on December 3, 2026.', undefined],
  ])('reads a deadline %s', (_, sentence, due) => {
    expect(duesIn(`<h2>Train in Place</h2><p>${sentence}</p>`)).toEqual(due ? [['Train in Place', due, sentence]] : [])
  })

  it('reads the Mountain time of Arizona, which has no summer time', () => {
    const page = { ...PAGE, state: 'AZ', timezone: 'America/Phoenix' } as const
    const [due] = findIn('<p>Applications are due July 1, 2027 at 5:00 p.m. MST.</p>', page)
    expect(due?.dates[0]?.date).toBe('2027-07-01T17:00:00-07:00')
  })

  it('reads a date under its label', () => {
    const page = '<h2>Mobile care</h2><h3>Application deadline</h3><p>January 8, 2027</p><p>January 9, 2027</p>'
    expect(duesIn(page)).toEqual([['Mobile care', '2027-01-08', 'Application deadline January 8, 2027']])
  })
})

describe('a deadline in text', () => {
  const [due] = findIn('<h2>RHTP 2.5 Hospital conversion</h2><p>Applications are due January 8, 2027.</p>')
  const offered = due ? [due] : []
  const held = (more: object) => ({
    ...NO_RECORDS,
    notices: [
      notice({ state: 'MN', title: 'RHTP 2.5 Critical Access Hospital conversion', sourceUrl: PAGE.url, ...more }),
    ],
  })

  it('is a candidate although its page is recorded', () => {
    expect(mergeCandidates([], offered, held({ title: 'Something else' }))).toEqual(offered)
  })

  it.each<[string, object, number]>([
    ['is offered to the notice without one', { dueDate: null }, 1],
    ['is offered to the notice that has another', { dueDate: '2026-12-18' }, 1],
    ['is dropped if the notice has it', { dueDate: '2027-01-08T17:00:00-06:00' }, 0],
  ])('%s', (_, more, count) => {
    const records = held(more)
    const merged = mergeCandidates([], offered, records)
    expect(merged).toHaveLength(count)
    expect(merged).toEqual(count ? [{ ...due, noticeId: records.notices[0]?.id }] : [])
  })

  it('is of a new round if the notice was due before', () => {
    expect(mergeCandidates([], offered, held({ dueDate: '2026-06-30' }))).toEqual(offered)
  })
})
