import desk from '../lists/desk.module.css'
import classes from './figures.module.css'

interface TileProps {
  name: string
  figure: string
  about: string
  more?: string | null
}

/** One large figure with its name, in a `dl` of tiles. */
export function Tile({ name, figure, about, more }: TileProps) {
  return (
    <div className={`${desk.card} ${classes.tile}`}>
      <dt>{name}</dt>
      <dd className={classes.figure}>{figure}</dd>
      <dd className={classes.about}>{about}</dd>
      {more && <dd className={classes.about}>{more}</dd>}
    </div>
  )
}
