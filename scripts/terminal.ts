/** How long work shows itself: one line that moves on a terminal, a line a step elsewhere. Goes to stderr. */
export function progressLine(stream: NodeJS.WriteStream = process.stderr): {
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
