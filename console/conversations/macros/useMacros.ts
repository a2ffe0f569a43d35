import { api } from '@portreeve/contract'
import { useData } from '../../data/use-data.ts'
import type { Words } from '../../ui/toast.ts'

/** MAC-26, MAC-27: results of macro calls are shown at the bottom centre for three seconds. */
export const snackbar = (message: string): Words => ({ message, at: 'bottom-center' })

/** ERR-04: a macro call succeeds only with HTTP 200. */
export const judgedBy = 'http200'

/** All macros, by title. Fetched while `when` is true. */
export const useMacros = (when: boolean) =>
  useData(
    api.macros.list,
    {},
    {
      when,
      judgedBy,
      // MAC-34
      failed: snackbar('Error getting macros'),
    },
  )
