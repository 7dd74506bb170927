/** What the configuration of the build gives the site. */
interface ImportMetaEnv {
  /** The moment of the build, ISO 8601. */
  readonly BUILT_AT: string
}

interface ImportMeta {
  readonly env: ImportMetaEnv
}
