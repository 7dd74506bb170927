import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { layOut } from './output.ts'

/**
 * Puts the pages into `client` of the output folder and, on the serverless platform, which sets VERCEL, writes its Build
 * Output.
 */
export function serverless({ VERCEL, DATASET_PATH }: NodeJS.ProcessEnv): AstroIntegration {
  let root = '.'
  return {
    name: 'serverless',
    hooks: {
      'astro:config:setup': ({ config, updateConfig }) => {
        root = fileURLToPath(config.root)
        updateConfig({ outDir: new URL('client/', config.outDir) })
      },
      'astro:build:done': async ({ dir }) => {
        if (!VERCEL) return
        const bake = path.resolve(root, DATASET_PATH || path.join('data', 'baked'))
        await layOut({ root, site: fileURLToPath(dir), bake })
      },
    },
  }
}
