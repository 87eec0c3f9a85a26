#ifndef FLEETWIRE_CREPORTPAGE_H
#define FLEETWIRE_CREPORTPAGE_H

// The parts of the page around a capture: UTF-8 that ends with a zero byte and lives as long as the process.

const char *_Nonnull report_page(void);
const char *_Nonnull report_style(void);
/// All scripts in the order of their dependencies; together they are the page's only script.
const char *_Nonnull report_script(void);

#endif
