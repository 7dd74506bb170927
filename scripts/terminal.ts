/** Shows progress on stderr: one line that is overwritten on a terminal, one line per step elsewhere. */
export function createProgressLine(stream: NodeJS.WriteStream = process.stderr): {
  show: (step: string, done: number) => void
  end: () => void
} {
  let last = ''
  return {
    show(step, done) {
      if (stream.isTTY) stream.write(`\r\u001b[2K${step} ${done.toLocaleString('en-US')}`)
      else if (step !== last) stream.write(`${step}\n`)
      last = step
    },
    end() {
      if (stream.isTTY && last !== '') stream.write('\r\u001b[2K')
    },
  }
}
