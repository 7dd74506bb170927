import type Database from 'better-sqlite3'
import type { Resource } from '../resources/define.ts'
import type { AnyRow, Fields } from '../resources/row.ts'
import { digestOf } from '../rules/digest.ts'
import type { AddColumn } from './column-table.ts'

/**
 * How the body of a single record is put together from the JSON of its item and its own values. Parts are either a range
 * of the item between two places, or a member with its most common value.
 */
export interface DetailLayout {
  /** The members of the item at which its ranges begin or end, in the order of the item: places 1, 2, … */
  cuts: string[]
  parts: ([from: number, until: number] | [member: string, usual: string])[]
}

/** The name of the column with the layouts of a list. */
export const LAYOUTS = 'layouts'

/** The layout of bodies that are stored whole. */
const WHOLE = 0

/** JSON never contains a line break. The usual value of a member is left out. */
const SEPARATOR = '\n'

/** The body of a single record. @param item the JSON of its item without timed fields */
export function detailOf(layout: DetailLayout | undefined, item: string, own: string): string {
  if (!layout) return own
  const places = [0]
  for (const cut of layout.cuts) places.push(item.indexOf(cut, places.at(-1)))
  places.push(item.length - 1)
  const values = own.split(SEPARATOR)
  const texts: string[] = []
  let next = 0
  for (const [first, last] of layout.parts) {
    if (typeof first === 'number') texts.push(item.slice(places[first], places[last as number]))
    else {
      texts.push(first, values[next] || (last as string))
      next += 1
    }
  }
  // Joining gives one flat text, which is sent faster than a concatenated one.
  texts.push('}')
  return texts.join('')
}

/** The fields of a body that do not follow from the item. */
export function ownFields(layout: DetailLayout | undefined, own: string): Fields {
  if (!layout) return JSON.parse(own)
  const values = own.split(SEPARATOR)
  const members = layout.parts
    .filter(([first]) => typeof first === 'string')
    .map(([member, usual], at) => (member as string).slice(1) + (values[at] || usual))
  return JSON.parse(`{${members.join(',')}}`)
}

/** The JSON of an item without its timed fields, from the parts before and after them. */
export const untimed = (head: string, tail: string): string => (tail === '' ? head : head.slice(0, -1) + tail)

/** Writes `<list>_details`: of the body of each single record, what does not follow from its item. */
export interface DetailWriter {
  /**
   * @param item its fields without timed ones
   * @param text its JSON
   */
  add: (row: number, detail: object, item: Fields, text: string) => void
  finish: () => void
}

/** @param rows those of the list, for their most common values */
export function detailWriter(
  db: Database.Database,
  { name }: Resource,
  rows: readonly AnyRow[],
  addColumn: AddColumn,
): DetailWriter {
  const table = `${name}_details`
  db.exec(
    `CREATE TABLE ${table} (row INTEGER PRIMARY KEY, layout INTEGER NOT NULL, own TEXT NOT NULL, digest TEXT NOT NULL) STRICT`,
  )
  const insert = db.prepare(`INSERT INTO ${table} VALUES (?, ?, ?, ?)`)
  const usual = usualValues(rows)
  const layouts = new Map<string, number>()
  const known = new Map<string, DetailLayout>()

  function split(detail: object, item: Fields) {
    const names = Object.keys(item)
    const members = Object.entries(detail).filter(([, value]) => value !== undefined)
    const shared = members.map(([field, value]) => (isSame(value, item[field]) ? names.indexOf(field) : -1))
    const shape = `${names} ${members.map(([field]) => field)} ${shared}`
    const layout = known.get(shape) ?? layoutOf(names, members, shared, usual)
    known.set(shape, layout)
    const values = members
      .filter((_, at) => (shared[at] as number) < 0)
      .map(([field, value]) => {
        const text = JSON.stringify(value)
        return text === usual.get(field) ? '' : text
      })
    return { layout, own: values.join(SEPARATOR) }
  }

  return {
    add(row, detail, item, text) {
      const body = JSON.stringify(detail)
      const { layout, own } = split(detail, item)
      const digest = digestOf(body)
      if (detailOf(layout, text, own) !== body) return insert.run(row, WHOLE, body, digest)
      const name = JSON.stringify(layout)
      const number = layouts.get(name) ?? layouts.size + 1
      layouts.set(name, number)
      return insert.run(row, number, own, digest)
    },
    finish: () => addColumn('layout', LAYOUTS, new Uint32Array(), [...layouts.keys()]),
  }
}

const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b))

/** The number of rows in which common values are counted. */
const COUNTED = 500

/** The most common value of each member among the first rows, as JSON. */
function usualValues(rows: readonly AnyRow[]): Map<string, string> {
  const counts = new Map<string, Map<string, number>>()
  for (const { detail } of rows.slice(0, COUNTED)) {
    for (const [field, value] of Object.entries(detail ?? {})) {
      const own = counts.get(field) ?? new Map<string, number>()
      const text = JSON.stringify(value)
      counts.set(field, own.set(text, (own.get(text) ?? 0) + 1))
    }
  }
  const most = (own: Map<string, number>) => [...own].reduce((a, b) => (b[1] > a[1] ? b : a))
  return new Map(
    [...counts].flatMap(([field, own]) => {
      const [text, count] = most(own)
      return count > 1 ? [[field, text]] : []
    }),
  )
}

/** @param shared for each member, its position in the item, or -1 */
function layoutOf(
  names: readonly string[],
  members: readonly [field: string, value: unknown][],
  shared: readonly number[],
  usual: ReadonlyMap<string, string>,
): DetailLayout {
  const ranges: ([from: number, until: number] | string)[] = []
  members.forEach(([field], at) => {
    const place = shared[at] as number
    const last = ranges.at(-1)
    if (place < 0) ranges.push(field)
    else if (Array.isArray(last) && last[1] === place) last[1] = place + 1
    else ranges.push([place, place + 1])
  })
  const within = (place: number): boolean => place > 0 && place < names.length
  const cuts = [...new Set(ranges.flat().filter((each) => typeof each === 'number'))].filter(within)
  cuts.sort((a, b) => a - b)
  const placeOf = (at: number): number => (at === 0 ? 0 : at === names.length ? cuts.length + 1 : cuts.indexOf(at) + 1)
  return {
    cuts: cuts.map((at) => `,${JSON.stringify(names[at])}:`),
    parts: ranges.map((range, at) =>
      typeof range === 'string'
        ? [`${at === 0 ? '{' : ','}${JSON.stringify(range)}:`, usual.get(range) ?? '']
        : [placeOf(range[0]), placeOf(range[1])],
    ),
  }
}
