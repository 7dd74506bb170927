/** The promises about one topic, as sentences. Backticks mark code; there is no other markup. */
export interface Topic {
  title: string
  sentences: readonly string[]
}
