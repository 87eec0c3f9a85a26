#include "CReportPage.h"

const char *report_page(void) {
    static const char text[] = {
#embed "../WireReport/Page/report.html"
        , 0};
    return text;
}

const char *report_style(void) {
    static const char text[] = {
#embed "../WireReport/Page/report.css"
        , 0};
    return text;
}

const char *report_script(void) {
    static const char text[] = {
#embed "../WireReport/Page/report-base.js"
    ,
#embed "../WireReport/Page/report-calls.js"
    ,
#embed "../WireReport/Page/report-details.js"
    ,
#embed "../WireReport/Page/report-timeline.js"
    ,
#embed "../WireReport/Page/report-cadence.js"
    ,
#embed "../WireReport/Page/report-map.js"
    ,
#embed "../WireReport/Page/report-page.js"
    , 0};
    return text;
}
