/** The chart beside the page of figures. */
export const CHART_FILE = 'docs/speed.svg'

const START = '<!-- speed: npm run bench -- --write -->'
const END = '<!-- end of speed -->'

/** Replaces the figures and the chart between the markers of the page of figures. @throws Error when it lacks the markers */
export function replaceFigures(page: string, figures: string): string {
  const [start, end] = [page.indexOf(START), page.indexOf(END)]
  if (start === -1 || end === -1) throw new Error(`docs/speed.md must contain the lines "${START}" and "${END}"`)
  const chart = `![Requests per second of CPU time, by workload and server](speed.svg)`
  return `${page.slice(0, start + START.length)}\n\n${chart}\n\n${figures}\n\n${page.slice(end)}`
}
