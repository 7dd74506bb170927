import stringWidth from 'string-width'

export interface Column {
  title: string
  /** Numbers are right-aligned. */
  isNumber: boolean
  /** Dropped if the screen is too narrow. */
  isOptional: boolean
}

const GAP = 2
const NARROWEST = 16

/**
 * Rows under their titles, fitted to the width if there is one: optional columns are dropped first, then the widest columns
 * are shortened with an ellipsis.
 */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[], width: number | null): string {
  const widths = columns.map(({ title }, place) =>
    Math.max(...[title, ...rows.map((row) => row[place] ?? '')].map((cell) => stringWidth(cell))),
  )
  const fitted = width === null ? widths : fit(columns, widths, width)
  const line = (cells: readonly string[]) =>
    cells
      .flatMap((cell, place) => {
        const room = fitted[place]
        return room === undefined || room === 0 ? [] : [padded(cut(cell, room), room, columns[place]?.isNumber)]
      })
      .join(' '.repeat(GAP))
      .trimEnd()
  return `${[columns.map(({ title }) => title), ...rows].map(line).join('\n')}\n`
}

/** The widths that fit; 0 for a dropped column. */
function fit(columns: readonly Column[], widths: readonly number[], width: number): number[] {
  const fitted = [...widths]
  const excess = () => {
    const shown = fitted.filter((room) => room > 0)
    return shown.reduce((sum, room) => sum + room, 0) + GAP * (shown.length - 1) - width
  }
  // The columns would become too short.
  const isCramped = () => excess() > fitted.reduce((sum, room) => sum + Math.max(0, room - NARROWEST), 0) / 2
  for (let place = columns.length - 1; place >= 0 && isCramped(); place -= 1) {
    if (columns[place]?.isOptional) fitted[place] = 0
  }
  while (excess() > 0) {
    const widest = Math.max(...fitted)
    if (widest <= 1) break
    fitted[fitted.indexOf(widest)] = widest - 1
  }
  return fitted
}

const padded = (cell: string, room: number, isNumber = false): string => {
  const blank = ' '.repeat(Math.max(0, room - stringWidth(cell)))
  return isNumber ? blank + cell : cell + blank
}

const segmenter = new Intl.Segmenter()

function cut(cell: string, room: number): string {
  if (stringWidth(cell) <= room) return cell
  let kept = ''
  for (const { segment } of segmenter.segment(cell)) {
    if (stringWidth(kept + segment) > room - 1) break
    kept += segment
  }
  return `${kept}…`
}
