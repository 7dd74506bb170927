/** Build-time constants of the site. */
interface ImportMetaEnv {
  /** The time of the build, ISO 8601. */
  readonly BUILT_AT: string
}

interface ImportMeta {
  readonly env: ImportMetaEnv
}
