#if Live
#endif
