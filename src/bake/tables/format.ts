/** The format of the baked database; increased by one when the tables change in a way that older code cannot read. */
export const FORMAT = 24
