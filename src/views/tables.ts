import { type Html, html, type Part } from './html.ts'

/** A column heading: a text, one that is repeated with each value on a phone, that of numbers, or one for screen readers only. */
export type Heading = string | { labeled: string } | { number: string } | { unseen: string }

export interface TableParts {
  caption: string
  /** Whether the caption is for everyone; by default it is for screen readers only. */
  isTitled?: boolean
  heads?: readonly Heading[]
  rows?: readonly (readonly Part[])[]
  class?: string
  id?: string
  /** Whether the table scrolls sideways where it is too wide. */
  isWide?: boolean
}

const formatHeading = (head: Heading): Html => {
  if (typeof head === 'string') return html`<th scope="col">${head}</th>`
  if ('labeled' in head) return html`<th scope="col">${head.labeled}</th>`
  if ('number' in head) return html`<th scope="col" class="number">${head.number}</th>`
  return html`<th><span class="unseen">${head.unseen}</span></th>`
}

export const formatHeads = (heads: readonly Heading[]): Html =>
  html`<thead><tr>${heads.map(formatHeading)}</tr></thead>`

/** Attributes of the cells of a column. @param labels which values have labels on a phone, where a row is a card */
function formatAttributes(head: Heading, labels: 'all' | 'some' | 'none', hasNumbersOnly: boolean): Html | false {
  if (typeof head === 'object' && 'unseen' in head) return html`${labels === 'all' && html` class="row-actions"`}`
  const isNumber = typeof head === 'object' && 'number' in head
  const label = typeof head === 'string' ? head : 'number' in head ? head.number : head.labeled
  const isLabeled = labels === 'all' || (labels === 'some' && typeof head === 'object')
  return html`${isNumber && !hasNumbersOnly && html` class="number"`}${isLabeled && html` data-label="${label}"`}`
}

export function formatTable(table: TableParts): Html {
  const { caption, isTitled, heads = [], rows = [], id, isWide } = table
  const kinds = (table.class ?? '').split(' ')
  const labels = kinds.includes('cards') ? 'all' : kinds.includes('stack') ? 'some' : 'none'
  const hasNumbersOnly =
    heads.length > 1 && heads.slice(1).every((head) => typeof head === 'object' && 'number' in head)
  const attributes = heads.map((head) => formatAttributes(head, labels, hasNumbersOnly))
  const names = [table.class, hasNumbersOnly && 'numbers'].filter(Boolean).join(' ')
  const formatCells = ([first, ...others]: readonly Part[]) =>
    html`<tr><th scope="row">${first}</th>${others.map((cell, index) => html`<td${attributes[index + 1]}>${cell}</td>`)}</tr>`
  const content = html`<table${names && html` class="${names}"`}${id && html` id="${id}"`}><caption${!isTitled && html` class="unseen"`}>${caption}</caption>${
    heads.length > 0 && formatHeads(heads)
  }<tbody>${rows.map(formatCells)}</tbody></table>`
  return isWide
    ? html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}">${content}</div>`
    : content
}

export const formatFigures = (figures: readonly { label: string; value: string }[]): Html =>
  html`<dl class="figures">${figures.map(({ label, value }) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`
