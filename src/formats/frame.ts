/** What stands around the records of one answer. */
export interface Frame {
  title: string
  description: string
  /** The address of this very answer. */
  address: string
  /** The page that people read instead. */
  home: string
  /** When any of it last changed; a published timestamp. */
  updated: string
}
