/** How scripts are laid out. `make check` holds them to it. */
export default { printWidth: 120 };
