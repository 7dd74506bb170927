/// <reference types="astro/client" />
import path from 'node:path'
import type { MDXInstance } from 'astro'
import { toGuidePath } from './navigation.ts'

type Entries<Head extends Record<string, unknown>> = Record<string, MDXInstance<Head>>

const readEntries = <Head extends Record<string, unknown>>(entries: Entries<Head>) =>
  Object.entries(entries).map(([file, { frontmatter, Content }]) => {
    return { ...frontmatter, name: path.basename(file, '.mdx'), Content }
  })

/** The guides of `content/guides`, in reading order. */
export const GUIDES = readEntries<{ order: number; title: string; summary: string }>(
  import.meta.glob('/content/guides/*.mdx', { eager: true }),
)
  .sort((a, b) => a.order - b.order)
  .map((guide) => ({ ...guide, path: toGuidePath(guide.name) }))

/** The pages of prose outside of `/docs`, in `content/pages`. */
export const PROSE_PAGES = readEntries<{ title: string; lead: string }>(
  import.meta.glob('/content/pages/*.mdx', { eager: true }),
)
