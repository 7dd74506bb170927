/** The chart's path, relative to the README. */
export const CHART_FILE = 'docs/speed.svg'

const START = '<!-- speed: npm run bench -- --write -->'
const END = '<!-- end of speed -->'

/** Replaces the figures and the chart between the markers of a README. @throws Error when it lacks the markers */
export function withFigures(readme: string, figures: string): string {
  const [start, end] = [readme.indexOf(START), readme.indexOf(END)]
  if (start === -1 || end === -1) throw new Error(`README.md must contain the lines "${START}" and "${END}"`)
  const chart = `![Requests per second of CPU time, by workload and server](${CHART_FILE})`
  return `${readme.slice(0, start + START.length)}\n\n${chart}\n\n${figures}\n\n${readme.slice(end)}`
}
