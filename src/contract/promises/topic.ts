/** What the service promises about one subject, in sentences. Backticks mark code; there is no other markup. */
export interface Topic {
  title: string
  sentences: readonly string[]
}
