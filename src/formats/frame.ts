/** The document data around the records of a response. */
export interface Frame {
  title: string
  description: string
  /** The URL of this response. */
  address: string
  /** The URL of the corresponding page. */
  home: string
  /** When any of it last changed, as a published timestamp. */
  updated: string
}
