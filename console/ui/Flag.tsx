import { hasFlag } from 'country-flag-icons'
import classes from './Flag.module.css'

/** A country's flag, or nothing for a code without one. `name` is the country's name. */
export function Flag({ code, name }: { code: string; name: string }) {
  const country = code.toUpperCase()
  if (!hasFlag(country)) return null
  return (
    <img
      src={`/assets/flags/${country}.svg`}
      alt={`Flag of ${name}`}
      title={name}
      width={24}
      height={16}
      className={classes.flag}
    />
  )
}
